/** Empty cards that keep the place of those on their way (card.css). */
export const OfferSkeleton = ({ count }: { count: number }) => (
  <div className="cards" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <div className="card coming" key={index}>
        <div className="front">
          <div className="sk rounded-none" />
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
