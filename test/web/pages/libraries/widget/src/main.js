import tabs from 'tabs';

const box = document.getElementById('box');

tabs(document.getElementById('tabs'), box);
