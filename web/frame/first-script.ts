import { RETURN_KEY } from '#web/session/return-path.ts'
import { ENTRANCE, HOME, LANDING, LOGIN, PRIVATE, RESET } from '#web/session/session-paths.ts'
import { SESSION_KEY } from '#web/session/stored-session.ts'

/** What a browser paints around the page: the ground of the header in either theme (`--canvas`). */
export const THEME_COLOURS = { light: '#f4f7f3', dark: '#0e1613' } as const

/**
 * Runs before anything is drawn: the theme that was chosen, so that no page flashes; who is signed in, for the styles to pick by, and the way
 * from a page that is not for them to one that is (D-58); and the mark that scripts run, so that what is only for those without them can hide.
 * A page that is opened anew begins where it says so (`data-begin`), such as at the list that a link asks for; going back or loading again
 * keeps the place. Plain text, because it stands in the page itself; a function, so that no browser's script carries it once more.
 */
export const writeFirstScript = () =>
  `(function(d){d.dataset.scripted='';` +
  `try{if(localStorage.getItem('theme')==='dark'){d.dataset.theme='dark';document.querySelector('meta[name=theme-color]').content='${THEME_COLOURS.dark}'}}catch(e){}` +
  `var l=location,p=l.pathname,s;` +
  `try{s=JSON.parse(localStorage.getItem('${SESSION_KEY}')).state;s=s.isAuthenticated&&s.token&&s.user}catch(e){}` +
  `d.dataset.session=s?'consumer':'guest';` +
  // What is on its way to another page is not drawn.
  `function go(t){d.style.visibility='hidden';l.replace(t)}` +
  `if(s&&p==='${LANDING}')go('${HOME}'+l.search+l.hash);` +
  `if(s&&${ENTRANCE}.test(p)&&!/[?&]${RESET}=/.test(l.search))go('${HOME}');` +
  `if(!s&&${PRIVATE}.test(p)){try{sessionStorage.setItem('${RETURN_KEY}',p+l.search+l.hash)}catch(e){}go('${LOGIN}')}` +
  `document.addEventListener('readystatechange',function(){var b=document.querySelector('[data-begin]'),n=performance.getEntriesByType('navigation')[0];if(b&&document.readyState==='interactive'&&!l.hash&&n&&n.type==='navigate')b.scrollIntoView()})` +
  `})(document.documentElement)`
