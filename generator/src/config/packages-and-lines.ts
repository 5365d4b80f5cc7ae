import type { LineConfig, PackageConfig } from './options.js'

/** A package, or one of its lines as a package of its own. */
export interface NamedPackage {
  /** What commands call it: `node-rpc`, `node-rpc/0.40`. */
  readonly name: string
  /** The package in the configuration. */
  readonly key: string
  /** `0.40`; absent for the package itself. */
  readonly line?: string
  /** What to know before choosing the line. */
  readonly note?: string
  readonly config: PackageConfig
}

type Packages = Readonly<Record<string, PackageConfig>>

/** Each package, followed by its lines. */
export function withLines(packages: Packages): NamedPackage[] {
  return Object.entries(packages).flatMap(([key, config]): NamedPackage[] => [
    { name: key, key, config },
    ...Object.entries(config.lines ?? {}).map(
      ([line, own]): NamedPackage => ({
        ...{ name: `${key}/${line}`, key, line },
        ...(own.note === undefined ? {} : { note: own.note }),
        config: configOfLine(config, own),
      }),
    ),
  ])
}

/** The package or line of that name. */
export function packageOrLine(packages: Packages, name: string): NamedPackage | undefined {
  return withLines(packages).find((each) => each.name === name)
}

function configOfLine({ lines: _, ...config }: PackageConfig, line: LineConfig): PackageConfig {
  return { ...config, overlay: [config.overlay ?? [], line.overlay].flat() }
}
