import { useId, useRef, type KeyboardEvent } from 'react'

import { CATEGORIES, TEXT } from '#contract/constants.ts'

import { categoryKey } from '#web/lib/categories.ts'
import { languageOf } from '#web/lib/language.ts'
import { describe, FieldError } from '#web/ui/form-field.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { addTags, type DraftErrors, type Interests } from './profile-draft.ts'

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
  // One that came with an import, and has been chosen there, stays.
  const names = [...CATEGORIES, ...chosen.filter((name) => !(CATEGORIES as readonly string[]).includes(name))]
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
  const error = errors?.interestedTags ?? errors?.tag
  const add = () => {
    onChange({ interestedTags: addTags(tags, tag), tag: '' })
    field.current?.focus()
  }
  const addByEnter = (event: KeyboardEvent) => {
    // An empty field has nothing to add: then Enter means the form.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || tag.trim() === '') return
    event.preventDefault()
    add()
  }
  const remove = (gone: string) => {
    onChange({ interestedTags: tags.filter((other) => other !== gone) })
    field.current?.focus()
  }
  return (
    <div className="fld">
      <label htmlFor={id}>Interested tags</label>
      <div className="flex gap-2">
        <input
          id={id}
          ref={field}
          name="tag"
          value={tag}
          maxLength={TEXT.tag}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="enter"
          onChange={(event) => onChange({ tag: event.target.value })}
          onKeyDown={addByEnter}
          {...describe(id, error, 'hint')}
        />
        <button type="button" className="btn second" onClick={add}>
          Add tag
        </button>
      </div>
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
      <p id={`${id}h`} className="hint">
        A word such as seafood or weekend. Several at once with commas.
      </p>
      <Tags tags={tags} onRemove={remove} />
    </div>
  )
}

function Tags({ tags, onRemove }: { tags: string[]; onRemove: (tag: string) => void }) {
  return (
    <>
      <ul className="picks" aria-label="Your tags">
        {tags.map((tag) => (
          <li key={tag}>
            <button type="button" className="pick on" aria-label={`Remove tag: ${tag}`} onClick={() => onRemove(tag)}>
              <span lang={languageOf(tag)}>#{tag}</span>
              <Icon name="x" />
            </button>
          </li>
        ))}
      </ul>
      <p className="sr-only" role="status">
        {tags.length === 1 ? '1 tag' : `${tags.length} tags`}
      </p>
    </>
  )
}
