import './members.js';
import './help.js';
import './board.js';
import './news.js';
import './rate.js';
import './stock.js';
