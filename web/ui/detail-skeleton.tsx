/** The place of a page about one thing, while it is on its way. */
export const DetailSkeleton = () => (
  <div className="detail mt-4" aria-hidden="true">
    <div className="column">
      <div className="sk h-64 lg:h-96" />
    </div>
    <div className="column">
      <div className="sk h-10 w-3/4" />
      <div className="sk h-10 w-1/3" />
      <div className="sk h-40" />
    </div>
  </div>
)
