//! A TypeScript program with a client that is generated from the contract, in its own folder.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;
use tempfile::TempDir;

/// A folder with the generated types next to a program, as a developer would arrange it.
#[derive(Debug)]
pub(crate) struct TypeScript {
    folder: TempDir,
}

impl TypeScript {
    /// Generates the types of a contract and copies a program next to them.
    pub(crate) fn generate(contract: &Path, program: &Path) -> Self {
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink(web().join("node_modules"), at("node_modules")).unwrap();
        std::fs::copy(program, at("back-end.ts")).unwrap();
        std::fs::write(at("package.json"), json!({"type": "module"}).to_string()).unwrap();
        std::fs::write(at("tsconfig.json"), settings()).unwrap();
        let generated = at("product-api.ts").display().to_string();
        let contract = contract.display().to_string();
        let built = Self { folder };
        built.run(&["openapi-typescript/bin/cli.js", &contract, "-o", &generated]);
        built
    }

    /// Compiles the program with the strictest settings of the compiler.
    pub(crate) fn compile(&self) {
        self.run(&["typescript/bin/tsc", "-p", "tsconfig.json"]);
    }

    /// Runs the compiled program. Returns its output.
    pub(crate) fn start(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("node");
        command.arg("out/back-end.js").args(arguments);
        self.output(command)
    }

    /// Runs a program of a package.
    fn run(&self, words: &[&str]) -> String {
        let (program, arguments) = words.split_first().unwrap();
        let mut command = Command::new("node");
        let program = self.folder.path().join("node_modules").join(program);
        command.arg(program).args(arguments);
        self.output(command)
    }

    fn output(&self, mut command: Command) -> String {
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        let output = command.output().unwrap_or_else(|error| {
            panic!("node: {error}; `scripts/build-web` installs what it needs")
        });
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let wrong = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}\n{text}\n{wrong}");
        text
    }
}

/// Returns the root of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn web() -> PathBuf {
    let web = root().join("web");
    web.canonicalize().unwrap()
}

fn settings() -> String {
    json!({
        "compilerOptions": {
            "target": "ES2023",
            "lib": ["ES2023", "DOM"],
            "module": "NodeNext",
            "moduleResolution": "NodeNext",
            "types": ["node"],
            "strict": true,
            "skipLibCheck": true,
            "noUncheckedIndexedAccess": true,
            "exactOptionalPropertyTypes": true,
            "noImplicitReturns": true,
            "noUnusedLocals": true,
            "noUnusedParameters": true,
            "noEmitOnError": true,
            "outDir": "out",
        },
        "files": ["back-end.ts"],
    })
    .to_string()
}
