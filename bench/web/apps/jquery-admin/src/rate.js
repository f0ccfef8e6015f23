import $ from 'jquery';

let last;

// Right: the request before is aborted.
$('#rate input').on('change', function () {
  if (last) last.abort();
  last = $.getJSON('/api/rate', { currency: this.value });
  last.done(({ rate }) => $('#rate p').text(`1 ${this.value} is ${rate}`));
});
