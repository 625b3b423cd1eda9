import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type KeyboardEvent } from 'react'

import { CATEGORIES, INTEREST_LIMIT, TEXT } from '#contract/constants.ts'

import { categoryKey } from '#web/lib/categories.ts'
import { languageOf } from '#web/lib/language.ts'
import { TO_NEXT_ROW, usePassedFocus, type Heirs } from '#web/lib/use-passed-focus.ts'
import { categoriesQuery, tagsQuery } from '#web/offers/queries.ts'
import { describe, FieldError } from '#web/ui/form-field.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { addTags, findTagProblem, type DraftErrors, type Interests } from './profile-draft.ts'

type Props = { value: Interests; errors?: DraftErrors; onChange: (change: Partial<Interests>) => void }

/** What somebody is interested in: categories to tick, tags to write (D-21). */
export const InterestFields = (props: Props) => (
  <>
    <CategoryPicks {...props} />
    <TagField {...props} />
  </>
)

function CategoryPicks({ value: { interestedCategories: chosen }, errors, onChange }: Props) {
  const id = useId()
  const { data: known = [] } = useQuery(categoriesQuery)
  // An import may bring others, and one that has been chosen stays.
  const names = [...new Set([...CATEGORIES, ...known.map(({ name }) => name), ...chosen])]
  const error = errors?.interestedCategories
  return (
    <fieldset className="fld" {...describe(id, error)}>
      <legend>Interested categories</legend>
      <div className="picks">
        {names.map((name) => (
          <label key={name} className="pick" data-category={categoryKey(name)}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={(event) =>
                onChange({ interestedCategories: event.target.checked ? [...chosen, name] : chosen.filter((other) => other !== name) })
              }
            />
            <Icon name="check" />
            {name}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
    </fieldset>
  )
}

function TagField({ value: { interestedTags: tags, tag }, errors, onChange }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isFull, setIsFull] = useState(false)
  // Said once it was tried, and for as long as it is so.
  const isTried = isFull || errors?.tag !== undefined
  const error = errors?.interestedTags ?? (isTried ? findTagProblem({ interestedTags: tags, tag }) : undefined)
  const write = (text: string) => {
    setIsFull(false)
    onChange({ tag: text })
  }
  const add = () => {
    const { tags: all, rest } = addTags(tags, tag)
    setIsFull(rest !== '')
    onChange({ interestedTags: all, tag: rest })
    field.current?.focus()
  }
  const addByEnter = (event: KeyboardEvent) => {
    // An empty field has nothing to add: then Enter means the form.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || tag.trim() === '') return
    event.preventDefault()
    add()
  }
  const remove = (gone: string) => onChange({ interestedTags: tags.filter((other) => other !== gone) })
  return (
    <div className="fld">
      <label htmlFor={id}>Interested tags</label>
      <div className="flex gap-2">
        <input
          id={id}
          ref={field}
          name="tag"
          list={`${id}l`}
          value={tag}
          maxLength={TEXT.tag}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="enter"
          onChange={(event) => write(event.target.value)}
          onKeyDown={addByEnter}
          {...describe(id, error, 'hint')}
        />
        <TagSuggestions id={`${id}l`} tags={tags} />
        <button type="button" className="btn second" onClick={add}>
          Add tag
        </button>
      </div>
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
      <p id={`${id}h`} className="hint">
        A word such as seafood or weekend. Several at once with commas, {INTEREST_LIMIT} in all.
      </p>
      <Tags tags={tags} onRemove={remove} />
      <p className="sr-only" role="status">
        {error ?? (tags.length === 1 ? '1 tag' : `${tags.length} tags`)}
      </p>
    </div>
  )
}

/** What offers carry, without what is chosen already. */
function TagSuggestions({ id, tags }: { id: string; tags: string[] }) {
  const { data: known = [] } = useQuery(tagsQuery)
  const chosen = new Set(tags.map((tag) => tag.toLowerCase()))
  return (
    <datalist id={id}>
      {known
        .filter((tag) => !chosen.has(tag.toLowerCase()))
        .map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
    </datalist>
  )
}

const Tags = ({ tags, onRemove }: { tags: string[]; onRemove: (tag: string) => void }) => (
  <ul className="picks" aria-label="Your tags">
    {tags.map((tag) => (
      <Tag key={tag} tag={tag} onRemove={() => onRemove(tag)} />
    ))}
  </ul>
)

/** Behind the last one goes on in the field. */
const HEIRS: Heirs = [...TO_NEXT_ROW, (gone) => gone.closest('.fld')?.querySelector('input')]

function Tag({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  const ref = usePassedFocus<HTMLButtonElement>(HEIRS)
  return (
    <li>
      <button ref={ref} type="button" className="pick on" aria-label={`Remove tag: ${tag}`} onClick={onRemove}>
        <span lang={languageOf(tag)}>#{tag}</span>
        <Icon name="x" />
      </button>
    </li>
  )
}
