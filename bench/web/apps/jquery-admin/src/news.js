import $ from 'jquery';

// Planted: two clicks publish twice.
$('#publish').on('click', () => {
  $.post('/api/news', { title: 'Sale' }).then(({ said }) => $('#news p').text(said));
});
