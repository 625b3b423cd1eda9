import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'

import type { FoundOffer, FoundShop } from '#contract/edit.ts'
import { formatCount } from '#contract/format-count.ts'

import { messageOf } from '#web/lib/failure-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { FoundOfferRow, FoundShopRow } from './found-rows.tsx'
import { foundQuery, type Search } from './queries.ts'
import { describeWarning, type ShopWarning } from './shop-field.tsx'
import { NewShopForm } from './shop-form.tsx'
import { useFold } from './use-fold.ts'

const STATES = {
  shops: { '': 'All', shown: 'Shown', withdrawn: 'Withdrawn' },
  offers: { '': 'All', running: 'Running', upcoming: 'Not started', expired: 'Expired', withdrawn: 'Withdrawn', reported: 'Reported' },
} as const

type Props = { keyText: string; onKeyMissing: () => void }

/** Finds a shop or an offer, whatever has become of it, to be corrected, withdrawn or restored. */
export function CatalogueDesk({ keyText, onKeyMissing }: Props) {
  const [search, setSearch] = useState<Search>()
  const [told, setTold] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const found = useInfiniteQuery(foundQuery(keyText, search))
  const find = (wanted: Omit<Search, 'attempt'>) => {
    setTold(undefined)
    if (!keyText) onKeyMissing()
    else setSearch({ ...wanted, attempt: (search?.attempt ?? 0) + 1 } as Search)
  }
  const tell = (what: string) => {
    setTold(what)
    heading.current?.focus()
  }
  const pages = found.data?.pages ?? []
  const first = pages[0]
  return (
    <section className="panel mt-10" aria-labelledby="catalogue">
      <h2 id="catalogue" ref={heading} tabIndex={-1}>
        Find a shop or an offer
      </h2>
      <p className="muted mb-4">
        Complete a shop, or take out what is wrong, without a file. Each change is a line in the list of imports and can be undone there; a
        file that waits for your decision is set aside by it: it can be checked again, with what was corrected in its rows.
      </p>
      <NewShop keyText={keyText} onKeyMissing={onKeyMissing} onOpened={() => setTold(undefined)} onAdded={tell} />
      <SearchForm onFind={find} isBusy={found.isFetching} />
      <div role="status" className="reported-state">
        {found.isFetching && !found.isFetchingNextPage && <p className="spin">Looking</p>}
        {told !== undefined && (
          <p className="reported-checked">
            <Icon name="check" />
            <span>{told}</span>
          </p>
        )}
        {first && !found.isFetching && <p>{countFound(search!.what, first)}</p>}
      </div>
      {found.error && !found.isFetching && (
        <Banner tone="bad">{messageOf(found.error, 'Nothing could be looked up. Please check your connection and try again.')}</Banner>
      )}
      <FoundList keyText={keyText} pages={pages} onDone={tell} onGone={() => heading.current?.focus()} />
      {found.hasNextPage && <MoreButton isBusy={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()} />}
    </section>
  )
}

type FoundListProps = {
  keyText: string
  pages: { shops: FoundShop[]; offers: FoundOffer[] }[]
  onDone: (told: string) => void
  onGone: () => void
}

function FoundList({ keyText, pages, onDone, onGone }: FoundListProps) {
  const { shops, open } = useOpenShops(
    pages.flatMap((page) => page.shops),
    onGone,
  )
  const offers = pages.flatMap((page) => page.offers)
  if (shops.length + offers.length === 0) return null
  return (
    <ul className="import-list" aria-label="Found">
      {shops.map(({ shop, isKept }) => (
        <FoundShopRow
          key={shop.id}
          keyText={keyText}
          found={shop}
          isKept={isKept}
          onDone={onDone}
          onOpen={(isOpen) => open(shop, isOpen)}
        />
      ))}
      {offers.map((offer) => (
        <FoundOfferRow key={offer.id} keyText={keyText} found={offer} onDone={onDone} />
      ))}
    </ul>
  )
}

/** Shops in whose forms something may be written stay, whatever is looked for next. `onGone` where one goes with its form. */
function useOpenShops(found: FoundShop[], onGone: () => void) {
  const [opened, setOpened] = useState<FoundShop[]>([])
  const ids = new Set(found.map(({ id }) => id))
  return {
    shops: [
      ...opened.filter(({ id }) => !ids.has(id)).map((shop) => ({ shop, isKept: true })),
      ...found.map((shop) => ({ shop, isKept: false })),
    ],
    open: (shop: FoundShop, isOpen: boolean) => {
      setOpened((shops) => [...shops.filter(({ id }) => id !== shop.id), ...(isOpen ? [shop] : [])])
      if (!isOpen && !ids.has(shop.id)) onGone()
    },
  }
}

const MoreButton = ({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) => (
  <button type="button" className="btn second" aria-disabled={isBusy} onClick={() => isBusy || onPress()}>
    {isBusy ? 'Loading…' : 'Show more'}
  </button>
)

function NewShop({ keyText, onKeyMissing, onOpened, onAdded }: Props & { onOpened: () => void; onAdded: (what: string) => void }) {
  const form = useFold()
  const toggle = () => {
    if (!keyText) return onKeyMissing()
    form.toggle()
    onOpened()
  }
  const end = (name: string, warnings: ShopWarning[]) => {
    form.drop()
    onAdded([`Added: ${name}`, ...warnings.map(describeWarning)].join('. '))
  }
  return (
    <div className="mb-4 grid gap-6">
      <button {...form.opener} type="button" className="btn second justify-self-start" onClick={toggle}>
        Add a shop
      </button>
      {form.isOpen && (
        <div hidden={!form.isShown}>
          <NewShopForm keyText={keyText} onClose={form.close} onSaved={end} />
        </div>
      )}
    </div>
  )
}

function countFound(what: Search['what'], { total, totalIsMore }: { total: number; totalIsMore: boolean }) {
  if (total === 0) return 'Nothing was found.'
  return `${formatCount(total)}${totalIsMore ? '+' : ''} ${total === 1 ? what.slice(0, -1) : what}`
}

function SearchForm({ onFind, isBusy }: { onFind: (wanted: Omit<Search, 'attempt'>) => void; isBusy: boolean }) {
  const [what, setWhat] = useState<Search['what']>('shops')
  const [state, setState] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = new FormData(event.currentTarget).get('q') as string
    if (!isBusy) onFind({ what, state, q: q.trim() } as Omit<Search, 'attempt'>)
  }
  const choose = (next: Search['what']) => {
    setWhat(next)
    setState('')
  }
  return (
    <form className="form desk-search" role="search" aria-label="The catalogue" onSubmit={submit}>
      <fieldset className="desk-what">
        <legend className="sr-only">What to find</legend>
        {(['shops', 'offers'] as const).map((one) => (
          <label key={one} className="check">
            <input type="radio" name="what" checked={what === one} onChange={() => choose(one)} />
            <span>{one === 'shops' ? 'Shops' : 'Offers'}</span>
          </label>
        ))}
      </fieldset>
      <FormField
        label={what === 'shops' ? 'Words of its name or address' : 'Words of its title or shop'}
        name="q"
        type="search"
        maxLength={100}
        autoComplete="off"
      />
      <div className="fld">
        <label htmlFor="found-state">State</label>
        <span className="fld-select">
          <select id="found-state" value={state} onChange={(event) => setState(event.target.value)}>
            {Object.entries(STATES[what]).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <Icon name="caret-down" />
        </span>
      </div>
      <button className="btn" aria-disabled={isBusy}>
        Find
      </button>
    </form>
  )
}
