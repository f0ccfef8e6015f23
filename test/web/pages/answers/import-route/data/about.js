export default 'We are a small team.';
