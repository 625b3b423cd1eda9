/**
 * The closed list of what can go wrong, with the HTTP status of each. An expected failure is thrown as
 * `new AppError('offer_not_found')`; the API turns it into
 * `{ success: false, error, message, code, fields }`, where `error` and `message` hold the same text (older clients read either).
 */
export const errors = {
  invalid_input: [400, 'Some of the values sent are not valid.'],
  unauthorized: [401, 'Please sign in.'],
  wrong_credentials: [401, 'Invalid email or password.'],
  invalid_token: [401, 'Invalid token format. Please login again.'],
  session_expired: [401, 'Session expired'],
  admin_key_required: [401, 'This needs the admin key.'],
  forbidden: [403, 'This is not yours to see or change.'],
  not_found: [404, 'There is nothing at this address.'],
  offer_not_found: [404, 'Offer not found'],
  shop_not_found: [404, 'Shop not found'],
  import_not_found: [404, 'Import not found'],
  import_not_checked: [409, 'This import does not wait for a decision. Check the file again.'],
  import_not_undoable: [409, 'This import cannot be undone.'],
  undo_blocked: [409, 'A later import has changed the same offers or shops. Undo it first.'],
  import_running: [409, 'Another import is running. Try again when it has finished.'],
  shop_changed: [409, 'Somebody else has changed this shop meanwhile. Nothing was saved: load it again and repeat your change.'],
  needs_shop: [409, 'The shop of this offer is withdrawn. Restore the shop first.'],
  email_taken: [409, 'An account with this e-mail address exists already. Sign in, or ask for a new password.'],
  email_confirmed: [409, 'Your e-mail address is confirmed already.'],
  already_liked: [409, 'Already liked'],
  not_liked: [404, 'Not found in liked offers and shops'],
  too_many_likes: [400, 'Your list is full. Remove something first.'],
  already_reported: [409, 'You have told us already. Thank you.'],
  wrong_password: [400, 'The current password is not right.'],
  link_expired: [400, 'This link has been used or is too old. Please ask for a new one.'],
  image_refused: [415, 'Please upload a JPG, PNG, or GIF image.'],
  offer_withdrawn: [410, 'This offer has been withdrawn.'],
  shop_withdrawn: [410, 'This shop has left.'],
  body_too_large: [413, 'What was sent is too large.'],
  unsupported_media_type: [415, 'This address does not take that kind of content.'],
  import_refused: [400, 'The file could not be imported.'],
  too_many_requests: [429, 'Too many requests. Please wait a moment and try again.'],
  internal_error: [500, 'Something went wrong on our side. Please try again.'],
  storage_full: [507, 'The server has no room left. Nothing was changed.'],
  unavailable: [503, 'The service is busy or being restarted. Please try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type ErrorCode = keyof typeof errors

/** What is wrong with single values, by their path: `{ "query.limit": "Too big" }`. */
export type FieldErrors = Record<string, string>

/** What an `AppError` may carry beside its code. `retryAfter` is in seconds; `details` goes into the body as it is. */
export type ErrorOptions = {
  message?: string
  fields?: FieldErrors
  retryAfter?: number
  details?: Record<string, unknown>
  cause?: unknown
}

/** A failure that the contract knows. Thrown by the API, and by the client when an answer says so. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: FieldErrors | undefined
  readonly retryAfter: number | undefined
  readonly details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, { message, fields, retryAfter, details, cause }: ErrorOptions = {}) {
    super(message ?? errors[code][1], { cause })
    this.name = 'AppError'
    this.code = code
    this.status = errors[code][0]
    this.fields = fields
    this.retryAfter = retryAfter
    this.details = details
  }

  /** The body of the answer. */
  toBody() {
    return {
      ...this.details,
      success: false as const,
      error: this.message,
      message: this.message,
      code: this.code,
      fields: this.fields ?? null,
    }
  }
}
