@echo off
rem Runs bayesflow4j from a clone on Windows: finds a JDK 25, builds once, passes the flags. After a change to the sources,
rem delete cli\target to build again; the launcher for other systems, ./bayesflow, notices changes by itself.
setlocal EnableExtensions DisableDelayedExpansion
set "here=%~dp0"
set "here=%here:~0,-1%"
set "target=%here%\cli\target"

set "jdk="
if defined JAVA_HOME call :accept "%JAVA_HOME%"
if not defined jdk for /f "delims=" %%j in ('where javac 2^>nul') do if not defined jdk call :accept "%%~dpj.."
if not defined jdk goto nojdk

if exist "%target%\.built" goto run
where mvn >nul 2>nul
if errorlevel 1 goto nomaven
>&2 echo bayesflow: building (once; a minute or two on a new machine) ...
if not exist "%target%" mkdir "%target%"
set "JAVA_HOME=%jdk%"
pushd "%here%"
call mvn -B -q -DskipTests -pl cli -am package >"%target%\build.log" 2>&1 <nul
set "status=%errorlevel%"
popd
if not "%status%"=="0" goto failed
rem An archive of older classes is of no use.
if exist "%target%\*.jsa" del /q "%target%\*.jsa"
type nul >"%target%\.built"

:run
set "commit=unknown"
rem Results of an experiment say which sources made them.
if "%~1"=="reproduce" for /f "delims=" %%c in ('git -C "%here%" describe --always --dirty 2^>nul') do set "commit=%%c"
if "%~1 %~2"=="bench accuracy" for /f "delims=" %%c in ('git -C "%here%" describe --always --dirty 2^>nul') do set "commit=%%c"
if "%~1 %~2"=="bench comparison" for /f "delims=" %%c in ('git -C "%here%" describe --always --dirty 2^>nul') do set "commit=%%c"
rem The archive has the classes of the first command that ran, so commands that draw figures have one of their own.
set "archive=classes"
for %%c in (infer check fit diagnose quickstart reproduce) do if "%~1"=="%%c" set "archive=figures"
rem A few posteriors are done before the code of the second compiler pays off.
set "flags="
if "%~1"=="infer" set "flags=-XX:Tier4InvocationThreshold=20000 -XX:Tier4MinInvocationThreshold=6000 -XX:Tier4CompileThreshold=60000 -XX:Tier4BackEdgeThreshold=400000"
"%jdk%\bin\java.exe" --add-modules jdk.incubator.vector -XX:+UseParallelGC ^
    -Djdk.incubator.vector.VECTOR_ACCESS_OOB_CHECK=0 --sun-misc-unsafe-memory-access=allow "-Dbayesflow.command=%~0" -Dbayesflow.commit=%commit% ^
    -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 -Dsun.stdout.encoding=UTF-8 -Dsun.stderr.encoding=UTF-8 ^
    -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=%target%\%archive%.jsa" -Xshare:auto -Xlog:disable -Xlog:all=off ^
    %flags% %BAYESFLOW_JAVA_OPTS% -cp "%target%\bayesflow4j-cli.jar;%target%\lib\*" bayesflow4j.cli.Main %*
exit /b %errorlevel%

rem Takes the JDK in %1 if it is version 25 or newer.
:accept
if not exist "%~1\bin\javac.exe" exit /b 0
if not exist "%~1\release" exit /b 0
for /f "tokens=2 delims==" %%v in ('findstr /b /c:"JAVA_VERSION=" "%~1\release"') do (
    for /f "delims=.-+" %%m in ("%%~v") do if %%m geq 25 set "jdk=%~f1"
)
exit /b 0

:nojdk
>&2 echo bayesflow: no JDK 25 or newer found; install one (for example Eclipse Temurin 25) or set JAVA_HOME to it.
exit /b 1

:nomaven
>&2 echo bayesflow: Maven is needed to build; install it (mvn).
exit /b 1

:failed
>&2 findstr /c:"ERROR" "%target%\build.log"
>&2 echo bayesflow: the build failed; all of its output is in %target%\build.log
exit /b 1
