import $ from 'jquery';

const fill = (rows) => $('#board tbody').html(rows.map(({ name, age }) => `<tr><td>${name}</td><td>${age}</td></tr>`));

// Planted: the arrow stands at the column that was clicked last, the rows are in the order of the last answer.
$('#board thead').on('click', 'th', function () {
  $('#board th span').css('text-decoration', '');
  $(this).find('span').css('text-decoration', 'underline');
  $.ajax({ url: '/api/board', data: { by: $(this).data('key') } }).done(fill);
});
