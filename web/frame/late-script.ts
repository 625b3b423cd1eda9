/** How long, in milliseconds, scripts wait for a page and its first picture to be painted: one in the background is not painted at all. */
const PAINT_LIMIT = 1_000
const FETCHED_AT_ONCE = 4
/** What the page says once its scripts have taken over. */
const ALIVE = 'alive'

/**
 * Fetches and runs what makes a page alive, once it has been painted: on a slow line the scripts would otherwise take from stylesheet,
 * typeface and first picture the room that these need to be seen. So would a large drawing that is no page's first picture.
 */
const FETCH_LATE =
  // A few at a time: all at once would hold up a slow device for a quarter of a second.
  `var done=0,links=[].slice.call(document.querySelectorAll('link[data-late]')),` +
  `fetchSome=function(){links.splice(0,${FETCHED_AT_ONCE}).forEach(function(l){l.rel='modulepreload'});setTimeout(links.length?fetchSome:start)},` +
  `start=function(){var s=document.querySelector('script[data-late]'),m=document.createElement('script');m.type='module';m.textContent=s.textContent;s.replaceWith(m)},` +
  `run=function(){if(done++)return;document.querySelectorAll('use[data-late]').forEach(function(u){u.setAttribute('href',u.dataset.late)});fetchSome()};` +
  // Frames are asked for long before they are on the screen: the browser tells when the first one is.
  `var waits=[].map.call(document.querySelectorAll('img[fetchpriority=high]'),function(i){return i.decode().catch(function(){})});` +
  `waits.push(new Promise(function(painted){new PerformanceObserver(painted).observe({type:'paint',buffered:true})}));` +
  `Promise.all(waits).then(function(){requestAnimationFrame(function(){setTimeout(run)})});setTimeout(run,${PAINT_LIMIT});`

/**
 * Until then links lead where they lead without scripts. What else is done with a page is kept, and done again when it is alive: a press of
 * a button, and what was last chosen or written into a field.
 */
const KEEP_EARLY =
  `var kept=new Map(),keep=function(e){var t=e.target;` +
  `if(e.type==='click'){t=t.closest('button[type=button]');if(t)kept.set(t,null)}else if(t.type!=='checkbox'&&t.type!=='radio'&&t.type!=='file')kept.set(t,t.value)};` +
  `['click','input','change'].forEach(function(n){document.addEventListener(n,keep,true)});` +
  `document.addEventListener('${ALIVE}',function(){['click','input','change'].forEach(function(n){document.removeEventListener(n,keep,true)});` +
  `kept.forEach(function(v,t){if(!t.isConnected)return;if(v===null)return t.click();` +
  // React has noted what stands in the field, and listens to what is new alone: emptied by its setter, filled past it.
  `t.value='';Object.getOwnPropertyDescriptor(Object.getPrototypeOf(t),'value').set.call(t,v);` +
  `t.dispatchEvent(new Event(t.tagName==='SELECT'?'change':'input',{bubbles:true}))})},{once:true});`

const LATE_SCRIPT = `(function(){${FETCH_LATE}${KEEP_EARLY}})()`

/** The page as the router has written it, with its scripts put off. */
export const putOffScripts = (html: string) =>
  html
    .replaceAll('<link rel="modulepreload"', '<link data-late')
    .replace(/<script type="module"[^>]*>/, '<script type="text/late" data-late>')
    .replace('</body>', `<script>${LATE_SCRIPT}</script></body>`)

/** To be called when the page's scripts have taken over. */
export function announceAlive() {
  document.documentElement.dataset[ALIVE] = ''
  document.dispatchEvent(new Event(ALIVE))
}
