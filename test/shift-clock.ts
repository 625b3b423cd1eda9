/**
 * Loaded into a server before anything else (`NODE_OPTIONS=--import=…`): its clock, and that of its threads, goes CLOCK_SHIFT
 * milliseconds beside the machine's, so that what it shows is of a day that the test knows.
 */
const shift = Number(process.env['CLOCK_SHIFT'])
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...given: [] | ConstructorParameters<typeof Date>) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...given)
  }
  static override now = () => RealDate.now() + shift
}

if (Number.isFinite(shift)) globalThis.Date = ShiftedDate as DateConstructor
