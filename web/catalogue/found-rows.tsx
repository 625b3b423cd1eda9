import { useQuery } from '@tanstack/react-query'

import { countWords } from '#contract/format-count.ts'
import type { FoundOffer, FoundShop } from '#contract/edit.ts'
import { formatMoment } from '#contract/offer-rules.ts'

import { useCity } from '#web/lib/city.tsx'

import { editableShopQuery } from './queries.ts'
import { ShopForm } from './shop-form.tsx'
import { useFold } from './use-fold.ts'
import { RestoreButton, WithdrawButton } from './withdraw-button.tsx'

type Props<T> = { keyText: string; found: T; onDone: (told: string) => void }

const countOffers = (count: number) => countWords(count, 'offer', 'offers')
const LACKS: Record<FoundShop['lacks'][number], string> = {
  hours: 'opening hours',
  place: 'place on the map',
  contact: 'telephone or e-mail',
}

type ShopProps = Props<FoundShop> & {
  /** It stays for what is written in its form: what was found of it is not renewed. */
  isKept: boolean
  /** Hears whether something may be written in it. */
  onOpen: (isOpen: boolean) => void
}

/** A shop that was found; its form opens below it. */
export function FoundShopRow({ keyText, found, isKept, onDone, onOpen }: ShopProps) {
  const { id, name, address, state, offers, lacks } = useNewest(keyText, found, isKept)
  const form = useFold(onOpen)
  const isShown = state === 'shown'
  const which = address ? `${name}, ${address}` : name
  return (
    <li>
      <div className="min-w-0">
        <p className="import-name">
          {/* In a tab of its own: this one holds the key. */}
          {isShown ? <FoundLink href={`/shops/${id}`}>{name}</FoundLink> : name}
          {!isShown && <span className="badge">Withdrawn</span>}
        </p>
        <p className="hint">
          {address ?? 'Address not known'} ·{' '}
          {isShown ? countOffers(offers) : offers > 0 ? `${countOffers(offers)} went with it` : 'Withdrawn without offers'}
        </p>
        {lacks.length > 0 && <p className="hint">Not known: {lacks.map((lack) => LACKS[lack]).join(', ')}</p>}
      </div>
      <div className="import-acts">
        <button {...form.opener} type="button" className="btn second" aria-label={`Edit ${which}`} onClick={form.toggle}>
          Edit
        </button>
        {isShown ? (
          <WithdrawButton
            keyText={keyText}
            what="shops"
            id={id}
            name={which}
            offers={offers}
            onDone={() => {
              // What its form says of the shop is no more.
              form.drop()
              onDone(`Withdrawn: ${which}`)
            }}
          />
        ) : (
          <RestoreButton keyText={keyText} what="shops" id={id} name={which} onDone={() => onDone(`Restored: ${which}`)} />
        )}
      </div>
      {form.isOpen && (
        <div className="desk-fold" hidden={!form.isShown}>
          <ShopForm keyText={keyText} id={id} name={name} onClose={form.close} />
        </div>
      )}
    </li>
  )
}

/** As its form knows it, which was asked later. */
function useNewest(keyText: string, found: FoundShop, isKept: boolean): FoundShop {
  const { data } = useQuery({ ...editableShopQuery(keyText, found.id), enabled: isKept })
  if (!isKept || !data) return found
  const { cells, state, offers } = data
  return { ...found, name: cells.shop ?? found.name, address: cells.address ?? null, state, offers, lacks: [] }
}

const STATES: Record<FoundOffer['state'], string> = {
  running: 'Running',
  upcoming: 'Not started',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

export function FoundOfferRow({ keyText, found, onDone }: Props<FoundOffer>) {
  const { id, title, shopName, state, startDate, endDate, reports, wentWithShop } = found
  const city = useCity()
  const which = `${title}, ${shopName}`
  const times = [
    ...(startDate ? [`from ${formatMoment(startDate, city)}`] : []),
    endDate ? `until ${formatMoment(endDate, city)}` : 'no end',
  ]
  return (
    <li>
      <div className="min-w-0">
        <p className="import-name">
          {state === 'withdrawn' ? title : <FoundLink href={`/offers/${id}`}>{title}</FoundLink>}
          <span className="badge">{STATES[state]}</span>
          {reports > 0 && <span className="badge">{countWords(reports, 'report', 'reports')}</span>}
        </p>
        <p className="hint">
          {shopName} · {times.join(', ')}
        </p>
        {wentWithShop && <p className="hint">It went with its shop, and comes back with it.</p>}
      </div>
      <div className="import-acts">
        {state !== 'withdrawn' && (
          <WithdrawButton keyText={keyText} what="offers" id={id} name={which} onDone={() => onDone(`Withdrawn: ${which}`)} />
        )}
        {state === 'withdrawn' && !wentWithShop && (
          <RestoreButton keyText={keyText} what="offers" id={id} name={which} onDone={() => onDone(`Restored: ${which}`)} />
        )}
      </div>
    </li>
  )
}

const FoundLink = ({ href, children }: { href: string; children: string }) => (
  <a className="link" href={href} target="_blank" rel="noopener">
    {children}
  </a>
)
