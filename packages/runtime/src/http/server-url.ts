import { memberAt } from '../core/member.js'

/** The URL of a server with the values of its variables. */
export function fillServer(
  template: string,
  defaults: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string | undefined>>,
): string {
  return template.replace(/\{([^}]+)\}/g, (whole: string, name: string) => {
    const given = memberAt(values, name) ?? memberAt(defaults, name)
    const value = typeof given === 'string' ? given : whole
    // A value is a host or a port; with these characters it could name another server.
    if (/[@?#\\\s]|\/\//.test(value)) throw new TypeError(`${name} cannot be part of an address`)
    return value
  })
}
