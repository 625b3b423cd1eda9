/** What a browser paints around the page: the ground of the header in either theme (`--canvas`). */
export const THEME_COLOURS = { light: '#f4f7f3', dark: '#0e1613' } as const

/**
 * Runs before anything is drawn: the theme that was chosen, so that no page flashes, and the mark that scripts run, so that what is
 * only for those without them can hide. A page that is opened anew begins where it says so (`data-begin`), such as at the list that a
 * link asks for; going back or loading again keeps the place. Plain text, because it stands in the page itself.
 */
export const FIRST_SCRIPT = `(function(d){d.dataset.scripted='';try{if(localStorage.getItem('theme')==='dark'){d.dataset.theme='dark';document.querySelector('meta[name=theme-color]').content='${THEME_COLOURS.dark}'}}catch(e){}document.addEventListener('readystatechange',function(){var b=document.querySelector('[data-begin]'),n=performance.getEntriesByType('navigation')[0];if(b&&document.readyState==='interactive'&&!location.hash&&n&&n.type==='navigate')b.scrollIntoView()})})(document.documentElement)`
