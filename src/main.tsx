import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { compose } from './app/compose';
import { readSettings } from './lib/settings';
import { guardMarkup } from './lib/trustedTypes';
import './styles/base.css';

guardMarkup();

const settings = readSettings();

// Scripts and styles that come later carry the page's nonce (Content-Security-Policy).
if (settings.cspNonce) __webpack_nonce__ = settings.cspNonce;

const composition = compose(settings);
const element = document.getElementById('root');
const show = () => element && createRoot(element).render(<App {...composition} />);

// The first paint (index.html) goes before the work of the first page; a hidden tab has no paint to wait for.
if (document.visibilityState === 'hidden') show();
else requestAnimationFrame(() => setTimeout(show));
