/** Styles that are fetched once a page is alive, or where something that wears them comes. */
import later from '#web/styles/later.css?url'

let loading: Promise<void> | undefined

/** Resolves once they are worn: a dialog or a toast waits for it. Rejects where they cannot be fetched; the next one tries again. */
export function loadLaterStyles(): Promise<void> {
  if (!loading && document.querySelector(`link[rel=stylesheet][href="${later}"]`)) loading = Promise.resolve()
  loading ??= new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = later
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      loading = undefined
      reject(new Error(later))
    }
    document.head.append(link)
  })
  return loading
}
