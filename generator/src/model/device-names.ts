const DEVICES = /^(?:aux|con|nul|prn|com\d|lpt\d)(?:\.|$)/i

/** Whether Windows takes a name of a file or folder for that of a device, whatever comes after a dot. */
export function isDeviceName(name: string): boolean {
  return DEVICES.test(name)
}
