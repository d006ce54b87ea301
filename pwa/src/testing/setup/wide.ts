// A window that matches every media query, as wide ones with a mouse do, until the end of the test.
import { onTestFinished, vi } from 'vitest'

export function widen(): void {
  const media = vi.spyOn(window, 'matchMedia').mockReturnValue({
    matches: true,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  } as unknown as MediaQueryList)
  onTestFinished(() => media.mockRestore())
}
