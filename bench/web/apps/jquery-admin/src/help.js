import $ from 'jquery';

// Planted: load() puts in whatever comes, the page that was chosen first too.
$('#help a').on('click', function (event) {
  event.preventDefault();
  $('#help a').css('font-weight', '');
  $(this).css('font-weight', 'bold');
  $('#help div').load(`/api/help/${this.dataset.page}`);
});
