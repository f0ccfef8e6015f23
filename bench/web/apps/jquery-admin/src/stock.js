import $ from 'jquery';
import DataTable from 'datatables.net';

DataTable.use($);

// Right: DataTables counts its requests and draws only the answer to the last one.
new DataTable('#stock table', {
  serverSide: true,
  ajax: '/api/stock',
  paging: false,
  info: false,
  searching: false,
  columns: [{ data: 'part' }, { data: 'left' }],
});
