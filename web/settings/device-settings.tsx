import { changeTheme, useTheme, type Theme } from '#web/frame/change-theme.ts'
import { useAlive } from '#web/lib/use-alive.ts'
import { PlaceSetting } from '#web/place/place-setting.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { chooseDataSaving, useDataSavingChoice, useDataSavingWish } from '#web/lib/data-saving.ts'

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
