//! Private-use URI schemes (RFC 8252 section 7.1), which an application on a user's machine handles.

/// Schemes that browsers, operating systems or common programs handle. Some run code, some open a connection, and any
/// website may claim some (`registerProtocolHandler` of the HTML standard).
const KNOWN: &str = "\
    about afp android app-prefs app-settings applescript bitcoin blob brave callto chrome cid cifs content data dav davs \
    devtools dict dns doi edge ed2k ethereum facetime facetime-audio fax feed fido file filesystem finger ftp ftps geo git gopher \
    hcp help http https im imap intent ipfs ipns ipp ipps irc irc6 ircs isolated-app jabber jar javascript ldap ldaps \
    livescript localhost magnet mailto maps market matrix message mhtml mid mms mmsto mocha modem news nfs nntp onenote openid \
    openid-vc openid4vp openpgp4fpr opera otpauth otpauth-migration payto pcast pop prefs pres rdp res resource rlogin \
    rsync rtmp rtsp rtsps rtspu safari search search-ms sftp shell shortcuts shttp sip sips skype smb sms smsto snews ssh \
    steam stun stuns svn tag tel telnet tftp tn3270 turn turns upi urn vbs vbscript view-source vivaldi vnc webcal webcals \
    ws wss wtai wyciwyg xmpp";

/// The beginnings of whole families of such schemes.
const FAMILIES: &str = "\
    android- chrome- edge- ext+ firefox- itms microsoft- moz- ms- safari- web+ webkit- x-apple x-man-page x-safari- \
    x-web-search";

/// Returns whether a scheme in lower case is private: no browser, system or common program handles it. A scheme of one letter
/// is a drive of Windows.
pub fn is_private_scheme(scheme: &str) -> bool {
    let mut families = FAMILIES.split_ascii_whitespace();
    scheme.len() > 1
        && !KNOWN.split_ascii_whitespace().any(|one| one == scheme)
        && !families.any(|family| scheme.starts_with(family))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_that_browsers_or_systems_know_are_not_private() {
        let known = "\
            javascript data file blob about http https ws wss ftp mailto tel sms intent view-source chrome chrome-extension \
            moz-extension vbscript filesystem ms-settings microsoft-edge x-apple.systempreferences itms-services web+shop \
            ext+shop urn shell search-ms localhost c";
        for scheme in known.split_ascii_whitespace() {
            assert!(!is_private_scheme(scheme), "{scheme}");
        }
        assert!(!is_private_scheme(""));
        let private = "\
            cursor vscode vscode-insiders windsurf zed warp goose raycast com.example.app my-app msauth.com.example.app \
            com.googleusercontent.apps.1-a";
        for scheme in private.split_ascii_whitespace() {
            assert!(is_private_scheme(scheme), "{scheme}");
        }
    }
}
