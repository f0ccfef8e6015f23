function open() {
  console.log('open');
}
$('#menu').on('click.menu', open);
$('#menu').off('.menu', open);
