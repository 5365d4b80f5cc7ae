/** What a document is not changed for, unless it is asked for: an outage says nothing about a service. */
export const LESSONS = ['outages', 'content-types'] as const

/**
 * - `outages`: responses with 5xx, 429 or 401 (a credential that has expired), and redirects to a page for signing in
 * - `content-types`: responses with a content type that the document does not have
 */
export type Lesson = (typeof LESSONS)[number]

export function isLesson(word: string): word is Lesson {
  return LESSONS.some((each) => each === word)
}

/** Whether a response with this status says nothing about the service as it usually is. */
export function isOutage(status: number): boolean {
  return status >= 500 || status === 429 || status === 401
}

const SIGN_IN =
  /(?:^|[/._-])(?:(?:log|sign)[-_]?[io]n|sso|saml2?|oauth2?|oidc|authorize|auth|session\/new)(?:$|[/._-])/i

/** A part of a name, as in `ServiceLogin`. */
const SIGN_IN_NAME = /[a-z](?:Log-?[IO]n|Sign-?[IO]n)(?![a-z])/

/** What pages for signing in are asked with. */
const RETURNS = /^(?:SAMLRequest|redirect_uri)$/i

/** Whether a redirect is to a page for signing in. */
export function isSignIn(status: number, location: string | undefined): boolean {
  if (status < 300 || status > 399 || location === undefined) return false
  const url = URL.canParse(location, 'http://nowhere.invalid')
    ? new URL(location, 'http://nowhere.invalid')
    : undefined
  if (url === undefined) return false
  const { pathname, hostname, searchParams } = url
  return (
    SIGN_IN.test(pathname) ||
    SIGN_IN_NAME.test(pathname) ||
    SIGN_IN.test(hostname) ||
    hostname.startsWith('accounts.') ||
    [...searchParams.keys()].some((name) => RETURNS.test(name))
  )
}
