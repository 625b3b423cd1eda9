import { changeTheme, useTheme, type Theme } from '#web/frame/change-theme.ts'
import { useCity } from '#web/lib/city.tsx'
import { useAlive } from '#web/lib/use-alive.ts'
import { askPosition } from '#web/place/ask-position.ts'
import { forgetPlace, usePlace } from '#web/place/place-store.ts'
import { Icon } from '#web/ui/icon.tsx'

import { chooseDataSaving, useDataSavingChoice, useDataSavingWish } from './data-saving.ts'

/** What this browser keeps for itself, for anyone, signed in or not (D-09). */
export function DeviceSettings() {
  // A choice that is made before there is anybody to hear it would be lost.
  const isAlive = useAlive()
  return (
    <section className="settings-part" aria-labelledby="device">
      <h2 id="device">This device</h2>
      <p className="muted">
        Kept in this browser alone.<span className="scripted:hidden"> Changing it needs scripts, which are switched off here.</span>
      </p>
      <ThemeSetting disabled={!isAlive} />
      <PlaceSetting disabled={!isAlive} />
      <DataSetting disabled={!isAlive} />
    </section>
  )
}
type Props = { disabled: boolean }

const THEMES = [
  { theme: 'light', label: 'Light', icon: 'sun' },
  { theme: 'dark', label: 'Dark', icon: 'moon' },
] as const satisfies { theme: Theme; label: string; icon: 'sun' | 'moon' }[]

function ThemeSetting({ disabled }: Props) {
  const chosen = useTheme()
  return (
    <fieldset className="setting" id="theme" disabled={disabled}>
      <legend>Theme</legend>
      <div className="choices">
        {THEMES.map(({ theme, label, icon }) => (
          <label key={theme} className="choice">
            <input type="radio" name="theme" checked={chosen === theme} onChange={() => changeTheme(theme)} />
            <Icon name={icon} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** From where distances are measured: where the browser is, or the centre (D-20). */
function PlaceSetting({ disabled }: Props) {
  const city = useCity()
  const { position, isAsking } = usePlace()
  const isHere = isAsking || position !== undefined
  return (
    <fieldset className="setting" id="distances" tabIndex={-1} disabled={disabled}>
      <legend>Distances are measured from</legend>
      <div className="choices">
        <label className="choice">
          <input type="radio" name="origin" checked={!isHere} onChange={forgetPlace} />
          <Icon name="map-pin" />
          The centre of {city.name}
        </label>
        <label className="choice">
          <input type="radio" name="origin" checked={isHere} onChange={() => void askPosition()} />
          <Icon name="navigation-arrow" />
          Where I am
        </label>
      </div>
      <p className="hint" role="status">
        {isAsking
          ? 'Your browser is asked for its position…'
          : position
            ? 'Your position stays in this tab, and goes out rounded to about 100 m.'
            : 'From the centre they are approximate, and marked so.'}
      </p>
    </fieldset>
  )
}

function DataSetting({ disabled }: Props) {
  const isChosen = useDataSavingChoice()
  const isAsked = useDataSavingWish()
  return (
    <fieldset className="setting" id="data-saving" disabled={disabled}>
      <legend>Data</legend>
      <label className="choice">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={(event) => chooseDataSaving(event.target.checked)}
          aria-describedby="data-saving-hint"
        />
        Save data
      </label>
      <p className="hint" id="data-saving-hint">
        Lists load more only when you ask, and drawn covers stand for the pictures of shops. While this is on, a cookie tells our server so.
        {isAsked && ' Your browser asks for it, so data is saved whatever you choose here.'}
      </p>
    </fieldset>
  )
}
