package bayesflow4j.external;

import bayesflow4j.model.SimulatorUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** All running processes; they are ended when the virtual machine exits. */
final class LiveProcesses {
    private static final Set<Process> LIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> LIVE.forEach(LiveProcesses::kill), "bayesflow4j ends external simulators"));
    }

    private LiveProcesses() {}

    static Process start(SimulatorCommand command, List<String> words) {
        try {
            Process process = new ProcessBuilder(words)
                    .directory(command.directory().toFile())
                    .start();
            LIVE.add(process);
            return process;
        } catch (IOException e) {
            throw new SimulatorUnavailableException(
                    "Cannot start the simulator \"" + command + "\" in " + command.directory() + " (" + e.getMessage()
                            + "). Is " + words.getFirst() + " installed and on the PATH?",
                    e);
        }
    }

    /** Ends a process and its descendants. */
    static void kill(Process process) {
        // The child of a shell would keep the pipes open after the shell has ended.
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        // Process.destroyForcibly would also close the pipes and discard their content.
        process.toHandle().destroyForcibly();
        LIVE.remove(process);
    }
}
