/** Empty cards that keep the place of those on their way; where a list goes on with them, as far below it as its next row would be. */
export const OfferSkeleton = ({ count, isGoingOn = false }: { count: number; isGoingOn?: boolean }) => (
  <div className={isGoingOn ? 'cards mt-6' : 'cards mt-5'} aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <div className="card coming" key={index}>
        <div className="front">
          <div className="sk aspect-4/3 rounded-none" />
          <div className="status bg-sunken">
            <span className="sk h-3.5 w-3/5" />
          </div>
        </div>
        <span className="sk line w-11/12" />
        <span className="sk line w-3/5" />
        <span className="sk line w-4/5" />
      </div>
    ))}
  </div>
)
