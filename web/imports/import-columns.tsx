import { OFFER_COLUMNS } from '#contract/offer-csv-columns.ts'

/** What a file may hold, column by column (D-48). */
export const ImportColumns = () => (
  <section className="panel mt-10" aria-labelledby="columns">
    <h2 id="columns">The columns</h2>
    <p className="muted mb-4">
      The first row names the columns, in any order. An empty cell keeps what is known, and a single - clears it. Offers that are missing
      from a later file stay.
    </p>
    <p className="muted mb-4">
      A file that leaves out the title, and every other column of offers, is one of shops: it gives them their hours, place and contacts,
      and touches no offer.{' '}
      <a className="link" href="/shops-template.csv" download>
        Download its template
      </a>
      .
    </p>
    <div className="table-hold" role="region" aria-label="Columns" tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">What it holds</th>
            <th scope="col">Example</th>
          </tr>
        </thead>
        <tbody>
          {OFFER_COLUMNS.map(({ name, needed, explains, example }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                {needed && <span className="badge ml-2">needed</span>}
              </th>
              <td>{explains}</td>
              <td>{example}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
