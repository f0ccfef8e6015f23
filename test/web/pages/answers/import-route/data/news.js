export default 'Nothing happened today.';
