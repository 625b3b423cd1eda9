/** What the web app says of the device that it runs on: one of a few words, never the whole user agent. */

const DEVICES: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android Device'],
  [/Windows/, 'Windows Device'],
  [/Macintosh|Mac OS X/, 'Mac Device'],
]
const PLATFORMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
]

/** Every word that may come out. */
export const DEVICE_LABELS = [...DEVICES.map(([, label]) => label), 'Unknown Device']
export const PLATFORM_LABELS = [...PLATFORMS.map(([, label]) => label), 'Unknown Platform']

/** A Mac with fingers on its screen is an iPad that says it is a Mac. */
const revealPad = (userAgent: string, touchPoints: number) => (/Macintosh/.test(userAgent) && touchPoints > 1 ? 'iPad' : userAgent)

const find = (labels: [RegExp, string][], userAgent: string, unknown: string) =>
  labels.find(([pattern]) => pattern.test(userAgent))?.[1] ?? unknown

/** "iPhone", "Windows Device", …; "Unknown Device" for anything else. `touchPoints` is `navigator.maxTouchPoints`. */
export const deviceLabel = (userAgent: string, touchPoints = 0) => find(DEVICES, revealPad(userAgent, touchPoints), 'Unknown Device')
/** "Android", "iOS", …; "Unknown Platform" for anything else. */
export const platformLabel = (userAgent: string, touchPoints = 0) => find(PLATFORMS, revealPad(userAgent, touchPoints), 'Unknown Platform')
