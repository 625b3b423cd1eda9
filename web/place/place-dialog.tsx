/** The choice from where distances are measured: loaded when the pin beside them is first pressed. */
import { useRef } from 'react'

import { useCity } from '#web/lib/city.tsx'
import { AlertDialog, CancelButton } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { askPosition } from './ask-position.ts'
import { NeighbourhoodPicker } from './neighbourhood-picker.tsx'
import { choosePlace, usePlace } from './place-store.ts'

type Props = {
  onClose: () => void
  /** Something nearer to the truth than the centre has been chosen. */
  onChosen: () => void
}

export function PlaceDialog({ onClose, onChosen }: Props) {
  const city = useCity()
  const { position, isAsking } = usePlace()
  const field = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const finish = () => {
    onClose()
    onChosen()
  }
  // A refusal leaves the question open: now is the time to choose by hand.
  const ask = async () => {
    if (await askPosition({ isThere: true })) finish()
  }
  // On a phone the keyboard would come up, and cover the list.
  const focusFirst = () => (matchMedia('(pointer: fine)').matches ? field : first).current?.focus()
  return (
    <AlertDialog
      title="Measure distances from"
      description={`Now it is ${position ? (position.name ?? 'where you are') : `the centre of ${city.name}`}. What you choose stays in this browser.`}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      onOpened={focusFirst}
    >
      <div className="row">
        <button ref={first} type="button" className="btn second" aria-busy={isAsking} onClick={() => void ask()}>
          <Icon name="navigation-arrow" />
          {isAsking ? 'Locating…' : 'Use my position'}
        </button>
        <button
          type="button"
          className="btn second"
          onClick={() => {
            choosePlace()
            onClose()
          }}
        >
          <Icon name="map-pin" />
          City centre
        </button>
      </div>
      <NeighbourhoodPicker
        field={field}
        chosen={position?.name}
        onChoose={(neighbourhood) => {
          choosePlace(neighbourhood)
          finish()
        }}
      />
      <div className="row">
        <CancelButton>Cancel</CancelButton>
      </div>
    </AlertDialog>
  )
}
