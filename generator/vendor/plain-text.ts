/**
 * In place of three packages, two that color messages and one that changes the case of names. With our options, nothing
 * is printed and no name changes.
 */
const same = (text: string): string => text

export default {
  enabled: false,
  stdout: false,
  bold: same,
  blueBright: same,
  cyanBright: same,
  green: same,
  magentaBright: same,
  red: same,
  whiteBright: same,
  yellow: same,
  yellowBright: same,
}
export const pascalCase = same
export const singularCase = same
