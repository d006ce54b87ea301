// The top bar of every public page, with a skip link for keyboards.
import { Brand } from './brand'
import { BAR_LINKS, SIGN_IN } from './links'
import { Menu, MenuButton } from './menu'
import { StartAction } from './start-action'

export function TopBar({ currentPath }: { currentPath: string }) {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-30 -translate-y-20 rounded-md bg-raised px-4 py-3 font-semibold text-ink focus:translate-y-0 focus:shadow-3"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-20 border-b border-line bg-surface/90 pt-[var(--safe-top)] backdrop-blur-lg">
        <div className="wide flex h-16 items-center justify-between gap-6">
          <Brand />
          <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
            {[...BAR_LINKS, SIGN_IN].map(({ to, label }) => (
              <a
                key={to}
                href={to}
                aria-current={to === currentPath ? 'page' : undefined}
                className="flex h-11 items-center rounded-md px-3.5 text-[0.9375rem] font-medium text-ink-2 hover:text-ink aria-[current]:text-ink"
              >
                {label}
              </a>
            ))}
            <StartAction className="ml-3 h-11! px-4! text-[0.9375rem]!" />
          </nav>
          <MenuButton />
        </div>
      </header>
      <Menu />
    </>
  )
}
