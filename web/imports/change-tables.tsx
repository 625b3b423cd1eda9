import { countWords, formatCount } from '#contract/format-count.ts'
import type { FieldChange, ImportPreview, ImportReport, SampleRow } from '#contract/import.ts'

import { FoldTable } from './fold-table.tsx'

const STATUS: Record<SampleRow['status'], string> = { running: 'Runs', upcoming: 'Not begun', ended: 'Ended already' }

/** What a file does, in its first rows: as they were understood, and from what to what they change. */
export const ChangeTables = ({ preview, report }: { preview: ImportPreview; report: ImportReport }) => (
  <>
    <FoldTable
      title="The first rows, as they were understood"
      heads={['Row', 'Offer', 'Shop', 'Category', 'Saving', 'From', 'Until', 'Now']}
      rows={preview.sample}
      draw={drawSample}
      isOpen
    />
    <FoldTable
      title="Changed offers"
      note={describeFields(preview.changedFields)}
      heads={['Row', 'Offer', 'From what to what']}
      rows={preview.changes}
      areMore={report.changed > preview.changes.length}
      draw={drawChange}
    />
    <FoldTable
      title="Changed shops"
      heads={['Shop', 'From what to what']}
      rows={preview.shopChanges}
      areMore={report.shopsChanged > preview.shopChanges.length}
      draw={drawShopChange}
    />
  </>
)

/** `5 offers come back, end_date in 12 offers, discount in 3`. A file withdraws nothing. */
function describeFields(changedFields: ImportPreview['changedFields']) {
  const { withdrawn: returned = 0, ...others } = changedFields
  const fields = Object.entries(others).toSorted(([one, a], [other, b]) => b - a || one.localeCompare(other))
  const told = [
    ...(returned > 0 ? [countWords(returned, 'offer comes back', 'offers come back')] : []),
    ...fields.map(([field, count], at) => `${field} in ${at === 0 ? countWords(count, 'offer', 'offers') : formatCount(count)}`),
  ]
  return told.length > 0 ? `${told.join(', ')}.` : ''
}

const drawSample = (sample: SampleRow) => (
  <tr key={sample.row}>
    <td>{sample.row}</td>
    <td>{sample.title}</td>
    <td>
      {sample.shop}
      <p className="muted">{sample.address}</p>
    </td>
    <td>{sample.category}</td>
    <td>
      {sample.discount && <p>{sample.discount.replace(/^((?:up to )?[\d.]+)%?/, '$1%')}</p>}
      {sample.originalPrice && <s>{sample.originalPrice}</s>} {sample.discountedPrice}
    </td>
    <td>{sample.startDate || 'open'}</td>
    <td>{sample.endDate || 'open'}</td>
    <td>{STATUS[sample.status]}</td>
  </tr>
)

const drawChange = ({ row, title, shop, fields }: ImportPreview['changes'][number]) => (
  <tr key={row}>
    <td>{row}</td>
    <td>
      {title}
      <p className="muted">{shop}</p>
    </td>
    <td>
      <Fields fields={fields} />
    </td>
  </tr>
)

const drawShopChange = ({ id, shop, address, fields }: ImportPreview['shopChanges'][number]) => (
  <tr key={id}>
    <td>
      {shop}
      <p className="muted">{address}</p>
    </td>
    <td>
      <Fields fields={fields} />
    </td>
  </tr>
)

const Fields = ({ fields }: { fields: FieldChange[] }) => (
  <ul className="field-changes">
    {fields.map(({ field, from, to }) => (
      <li key={field}>
        {field === 'withdrawn' && to === 'no' ? (
          <b>comes back</b>
        ) : (
          <>
            <b>{field}</b>
            <FromTo from={from} to={to} />
          </>
        )}
      </li>
    ))}
  </ul>
)

const FromTo = ({ from, to }: Pick<FieldChange, 'from' | 'to'>) => (
  <span>
    <span className="sr-only">from </span>
    {from ? <del>{from}</del> : <i className="muted">empty</i>}
    <span aria-hidden> → </span>
    <span className="sr-only"> to </span>
    {to ? <ins>{to}</ins> : <i className="muted">empty</i>}
  </span>
)
