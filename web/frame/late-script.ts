/** How long, in milliseconds, scripts wait for a page to be painted: one in the background is not painted at all. */
const PAINT_LIMIT = 300

/**
 * Fetches and runs what makes a page alive, once it has been painted: on a slow line the scripts would otherwise take from stylesheet,
 * typeface and first picture the room that these need to be seen. Until then links and forms work as they do without scripts.
 */
const LATE_SCRIPT = `(function(){var done=0,run=function(){if(done++)return;document.querySelectorAll('link[data-late]').forEach(function(l){l.rel='modulepreload'});var s=document.querySelector('script[data-late]'),m=document.createElement('script');m.type='module';m.textContent=s.textContent;s.replaceWith(m)};requestAnimationFrame(function(){setTimeout(run)});setTimeout(run,${PAINT_LIMIT})})()`

/** The page as the router has written it, with its scripts put off. */
export const putOffScripts = (html: string) =>
  html
    .replaceAll('<link rel="modulepreload"', '<link data-late')
    .replace(/<script type="module"[^>]*>/, '<script type="text/late" data-late>')
    .replace('</body>', `<script>${LATE_SCRIPT}</script></body>`)
