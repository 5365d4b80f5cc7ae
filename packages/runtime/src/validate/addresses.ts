import { isLabelDecodable } from './labels.js'

// Hostnames, IP addresses, emails and URIs, exactly as in their RFCs. Each check takes linear time.

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
const HEXTET = /^[0-9A-Fa-f]{1,4}$/

export function isIpv4(text: string): boolean {
  return text.length <= 15 && IPV4.test(text)
}

/** RFC 4291: eight groups of which one run of zeros can be left out; the last two can be an IPv4 address. */
export function isIpv6(text: string): boolean {
  if (text.length > 45) return false
  const [before = '', after, ...more] = text.split('::')
  if (more.length > 0) return false
  const left = groupsIn(before, after === undefined)
  const right = after === undefined ? 0 : groupsIn(after, true)
  if (left === undefined || right === undefined) return false
  return after === undefined ? left === 8 : left + right < 8
}

/** The number of 16-bit groups in the text; `undefined` if it contains anything else. */
function groupsIn(text: string, isLast: boolean): number | undefined {
  if (text === '') return 0
  const parts = text.split(':')
  const last = parts.at(-1) ?? ''
  const hasIpv4 = isLast && isIpv4(last)
  const groups = hasIpv4 ? parts.slice(0, -1) : parts
  return groups.every((each) => HEXTET.test(each)) ? groups.length + (hasIpv4 ? 2 : 0) : undefined
}

const LABEL = /^(?!-)[A-Za-z0-9-]{1,63}$/

/** RFC 1123, and RFC 5891 for internationalized labels. */
export function isHostname(text: string): boolean {
  if (text.length > 253) return false
  return text.split('.').every((label) => {
    if (!LABEL.test(label) || label.endsWith('-')) return false
    return !/^xn--/i.test(label) || isLabelDecodable(label.slice(4))
  })
}

const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/

/** RFC 5321: a mailbox, with a hostname or an address literal after the last `@`. */
export function isEmail(text: string): boolean {
  if (text.length > 320) return false
  const at = text.lastIndexOf('@')
  const name = text.slice(0, at)
  if (at < 0 || !(DOT_ATOM.test(name) || QUOTED.test(name))) return false
  const host = text.slice(at + 1)
  if (!host.startsWith('[') || !host.endsWith(']')) return isHostname(host)
  const address = host.slice(1, -1)
  return address.startsWith('IPv6:') ? isIpv6(address.slice(5)) : isIpv4(address)
}

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/
const FOREIGN = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/

export function isUri(text: string): boolean {
  const [scheme] = SCHEME.exec(text) ?? []
  return scheme !== undefined && isRelativePart(text.slice(scheme.length))
}

export function isUriReference(text: string): boolean {
  if (isUri(text)) return true
  // A colon before the first slash would end a scheme.
  return !/^[^/?#]*:/.test(text) && isRelativePart(text)
}

/** RFC 3986, after the scheme. */
function isRelativePart(text: string): boolean {
  if (FOREIGN.test(text)) return false
  const hash = text.indexOf('#')
  if (hash >= 0 && text.includes('#', hash + 1)) return false
  const [, authority] = /^\/\/([^/?#]*)/.exec(text) ?? []
  const rest = authority === undefined ? text : text.slice(authority.length + 2)
  return !/[[\]]/.test(rest) && (authority === undefined || isAuthority(authority))
}

function isAuthority(text: string): boolean {
  const [host = '', user = '', ...more] = text.split('@').reverse()
  if (more.length > 0 || /[[\]]/.test(user)) return false
  const [, literal, name] = /^(?:\[([^[\]]*)\]|([^[\]:]*))(?::\d*)?$/.exec(host) ?? []
  return literal === undefined ? name !== undefined : isIpLiteral(literal)
}

function isIpLiteral(text: string): boolean {
  return isIpv6(text) || /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(text)
}
