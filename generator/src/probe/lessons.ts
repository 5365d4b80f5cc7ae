/** What a document is not changed for, unless it is asked for: an outage says nothing about a service. */
export const LESSONS = ['outages', 'content-types'] as const

/**
 * - `outages`: responses with 5xx or 429, and redirects to a page for signing in
 * - `content-types`: responses with a content type that the document does not have
 */
export type Lesson = (typeof LESSONS)[number]

export function isLesson(word: string): word is Lesson {
  return LESSONS.some((each) => each === word)
}

/** Whether a response with this status says nothing about the service as it usually is. */
export function isOutage(status: number): boolean {
  return status >= 500 || status === 429
}

const SIGN_IN =
  /(?:^|[/._-])(?:log-?in|sign-?in|log-?on|sso|saml2?|oauth2?|oidc|authorize|auth|session\/new)(?:$|[/._-])/i

/** Whether a redirect is to a page for signing in. */
export function isSignIn(status: number, location: string | undefined): boolean {
  if (status < 300 || status > 399 || location === undefined) return false
  const url = URL.canParse(location, 'http://nowhere.invalid')
    ? new URL(location, 'http://nowhere.invalid')
    : undefined
  return url !== undefined && (SIGN_IN.test(url.pathname) || SIGN_IN.test(url.hostname))
}
