import { bareApi } from '#web/lib/browser.ts'
import { isAppError } from '#web/lib/failure.ts'
import { showToast } from '#web/ui/toasts.ts'

import { isEntrance, isPrivate, LOGIN } from './session-paths.ts'
import { clearSession, getSession, likesMark, renewToken, updateUser, useSession } from './session-store.ts'

/** What was found in storage when the page was opened: is it a session still (#142, #143)? The page is shown already; the server is asked behind it. */
export async function checkSession() {
  const { token, user } = getSession()
  if (token && user) await askServer(token, user.id)
  sayOnPage()
}

/** Only a no of the server signs out (D-36). */
async function askServer(token: string, id: string) {
  try {
    const mark = likesMark()
    const answer = await bareApi('GET /consumer/{id}', { params: { id } })
    updateUser(answer.data, mark)
    if (answer.token && getSession().token === token) renewToken(answer.token)
  } catch (error) {
    const isRefused = isAppError(error) && (error.status === 401 || error.message === 'Not logged in')
    // Another session may have begun meanwhile: the answer does not speak of it.
    if (isRefused && getSession().token === token) clearSession(error.message)
  }
}

/** Why the session is over, where one may stay without it. A private page leads to the sign-in page, which says it by itself. */
function sayOnPage() {
  const { error } = getSession()
  if (error === null || isPrivate(window.location) || isEntrance(window.location)) return
  showToast({ title: error, variant: 'destructive', action: { label: 'Login', to: LOGIN } })
  useSession.setState({ error: null })
}
