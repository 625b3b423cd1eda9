/** Google's own script (Google Identity Services): fetched for whoever asks for it, and asked who they are. */
import type { Answer } from '#contract/calls.ts'
import { GOOGLE_LIFE } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import { MINUTE, SECOND } from '#contract/time.ts'

/** What our server gives to begin with. */
export type GoogleStart = Answer<'GET /consumer/google-signin'>['data']
/** What Google has said. Its own script gives no access token; another provider's may, and then account information can be asked for. */
export type GoogleProof = { credential: string; ticket: string; account?: { address: string; accessToken: string } }
/** On the way to Google's button; it stands there; its window is open, has been closed, as it seems, or did not open. The proof may come at any time. */
export type GoogleStage = 'opening' | 'open' | 'away' | 'closed' | 'blocked'
/** Whoever pressed the button has turned back. */
export const LEFT = Symbol('left')

/** How long the script, and each answer of ours, may take: a blocked or hanging host must hold up nobody. */
export const PATIENCE = 8 * SECOND
/** What begins here is good for so long: a proof that comes later would be refused. */
const LASTS = GOOGLE_LIFE - MINUTE
const TOO_LATE = 'Google was waited for too long. Please begin again.'
/** Google's window says nothing when it is closed. Who is back on the page for so long, without a proof, seems to have closed it. */
const BACK_FOR = 2 * SECOND
/** Who has not left the page by then has no window to go on in. */
const OPENS_IN = 4 * SECOND
const LOOK_EVERY = SECOND / 4
/** Google's button, in pixels, as wide as its script allows. */
const WIDTH = { least: 200, most: 400 }

/** As much of the script's interface as is used (https://developers.google.com/identity/gsi/web/reference/js-reference). */
type Google = {
  accounts: {
    id: {
      initialize: (options: {
        client_id: string
        nonce: string
        callback: (response: { credential?: string; access_token?: string }) => void
        auto_select: boolean
        ux_mode: 'popup'
      }) => void
      renderButton: (place: HTMLElement, look: Record<string, unknown> & { click_listener: () => void }) => void
    }
  }
}
declare global {
  interface Window {
    google?: Google
  }
}

type Options = { begin: (signal: AbortSignal) => Promise<GoogleStart>; signal: AbortSignal; onStage: (stage: GoogleStage) => void }

/**
 * Puts Google's button into a place of the page and waits for the proof, until `signal` ends it. Rejects with the answer of our server where it
 * has nothing to begin with, or with whatever kept the script away.
 */
export async function openGoogle(place: HTMLElement, { begin, signal, onStage }: Options): Promise<GoogleProof> {
  const { clientId, script, userInfo, nonce, ticket } = await begin(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]))
  const begun = Date.now()
  const { id } = (await loadGoogle(script)).accounts
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const end = setTimeout(() => reject(new AppError('link_expired', { message: TOO_LATE })), begun + LASTS - Date.now())
    signal.addEventListener('abort', () => clearTimeout(end))
    id.initialize({
      client_id: clientId,
      nonce,
      auto_select: false,
      ux_mode: 'popup',
      callback: ({ credential, access_token: accessToken }) => {
        if (!credential) return reject(new Error('Google gave no proof'))
        resolve({ credential, ticket, ...(userInfo && accessToken && { account: { address: userInfo, accessToken } }) })
      },
    })
    // What has no size yet cannot be filled.
    onStage('open')
    requestAnimationFrame(() => {
      if (signal.aborted) return
      id.renderButton(place, {
        type: 'standard',
        theme: document.documentElement.dataset['theme'] === 'dark' ? 'filled_black' : 'outline',
        size: 'large',
        text: 'continue_with',
        logo_alignment: 'center',
        locale: 'en',
        width: Math.min(WIDTH.most, Math.max(WIDTH.least, place.clientWidth)),
        click_listener: () => {
          onStage('away')
          watchWindow(signal, onStage)
        },
      })
    })
  })
}

let watching: ReturnType<typeof setInterval> | undefined
/** Says when somebody who was away from this page is back on it for a while, and when nobody has left it. */
function watchWindow(signal: AbortSignal, onStage: Options['onStage']) {
  clearInterval(watching)
  const begun = Date.now()
  let wasAway = false
  let backSince: number | undefined
  watching = setInterval(() => {
    const isHere = document.hasFocus()
    wasAway ||= !isHere
    backSince = wasAway && isHere ? (backSince ?? Date.now()) : undefined
    const isClosed = backSince !== undefined && Date.now() - backSince >= BACK_FOR
    const isBlocked = !wasAway && Date.now() - begun >= OPENS_IN
    if (!isClosed && !isBlocked) return
    clearInterval(watching)
    onStage(isClosed ? 'closed' : 'blocked')
  }, LOOK_EVERY)
  signal.addEventListener('abort', () => clearInterval(watching))
}

/** Fetches the script, once for a page that stays open. One that failed is tried again the next time. */
function loadGoogle(address: string): Promise<Google> {
  if (window.google?.accounts) return Promise.resolve(window.google)
  const script = document.createElement('script')
  const loaded = new Promise<Google>((resolve, reject) => {
    script.onload = () => (window.google?.accounts ? resolve(window.google) : reject(new Error('The script is not Google’s')))
    script.onerror = () => reject(new Error('The script cannot be fetched'))
    setTimeout(() => reject(new Error('The script takes too long')), PATIENCE)
  })
  script.src = address
  document.head.append(script)
  loaded.catch(() => script.remove())
  return loaded
}
