import { ServerResponse } from 'node:http'

/**
 * Loaded into a server before anything else (`NODE_OPTIONS=--import=…`): its clock, and that of its threads, goes CLOCK_SHIFT
 * milliseconds beside the machine's, so that what it shows is of a day that the test knows. The header from which pages learn the time
 * is Node's own and does not ask `Date`: it is written here.
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

if (Number.isFinite(shift)) {
  globalThis.Date = ShiftedDate as DateConstructor
  const { writeHead } = ServerResponse.prototype
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: Parameters<typeof writeHead>) {
    if (!this.hasHeader('date')) this.setHeader('date', new Date().toUTCString())
    return writeHead.apply(this, given)
  } as typeof writeHead
}
