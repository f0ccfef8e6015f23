import $ from 'jquery';

// Planted: whichever answer comes last is listed.
$('#member').on('input', function () {
  $.getJSON('/api/members', { q: this.value }, (names) => {
    $('#members ul').html(names.map((name) => `<li>${name}</li>`));
  });
});
