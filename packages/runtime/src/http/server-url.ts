import { memberAt } from '../core/member.js'

/** The address of a server whose document has variables in it. */
export function fillServer(
  template: string,
  defaults: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string | undefined>>,
): string {
  return template.replace(/\{([^}]+)\}/g, (whole: string, name: string) => {
    const given = memberAt(values, name) ?? memberAt(defaults, name)
    const value = typeof given === 'string' ? given : whole
    // A value names a host or a port; with these it would name another server.
    if (/[@?#\\\s]|\/\//.test(value)) throw new TypeError(`${name} cannot be part of an address`)
    return value
  })
}
