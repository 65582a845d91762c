# shellcheck shell=bash
# Finds a Chromium or Chrome.

# Prints the browser's path, or nothing. CHROMIUM decides when it is set.
browser_program() {
  local candidate
  for candidate in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
    /Applications/Chromium.app/Contents/MacOS/Chromium; do
    # Asked for its version, because Ubuntu's package may leave a stub that only says where to get the browser.
    if [ -n "$candidate" ] && command -v "$candidate" >/dev/null && "$candidate" --version >/dev/null 2>&1; then
      command -v "$candidate"
      return
    fi
  done
}
