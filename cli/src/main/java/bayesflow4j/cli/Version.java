package bayesflow4j.cli;

import bayesflow4j.posterior.Provenance;
import picocli.CommandLine.IVersionProvider;

/** The versions of the library and of Java. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"bayesflow4j " + Provenance.libraryVersion(), "Java " + Runtime.version()};
    }
}
